// Light or dark: the system's choice until the button is used; choosing the system's own again gives it back the say.
import {keep, maybe} from "./dom.ts"

export function wireTheme(after?: () => void): void {
  const button = maybe("#theme")
  if (!button) return
  button.onclick = () => {
    const root = document.documentElement
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
    const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark"
    if (next === system) delete root.dataset.theme
    else root.dataset.theme = next
    keep("theme", next === system ? null : next)
    after?.()
  }
}
