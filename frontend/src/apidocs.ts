// Shows the OpenAPI description with Swagger UI, which the page loads before this.
import {one} from "./dom.ts"
import {wireTheme} from "./theme.ts"

interface SwaggerOptions {
  url: string
  domNode: Element
  deepLinking: boolean
  validatorUrl: null
}
declare const SwaggerUIBundle: (options: SwaggerOptions) => unknown

/** Swagger UI has a dark form of its own, behind a class. */
function followTheme(): void {
  const root = document.documentElement
  const dark =
    getComputedStyle(root).colorScheme === "dark" ||
    (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches)
  root.classList.toggle("dark-mode", dark)
}

followTheme()
wireTheme(followTheme)
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", followTheme)

const place = one("#swagger")
SwaggerUIBundle({url: place.dataset.url!, domNode: place, deepLinking: false, validatorUrl: null})
