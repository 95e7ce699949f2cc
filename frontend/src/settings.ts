// How the editor is to be: its keys and the size of its letters, kept in this browser.
import {all, announce, keep, one, recall} from "./dom.ts"
import type {Keys} from "./keys.ts"

const SMALLEST = 11
const LARGEST = 22
const USUAL = 13.5
const NAMES: readonly string[] = ["usual", "vim", "emacs"]

/** The keys that were chosen. */
export function chosenKeys(): Keys {
  const kept = recall("editor-keys") ?? ""
  return NAMES.includes(kept) ? (kept as Keys) : "usual"
}

/** `use` makes the editor take the keys; it says whether that worked. */
export function wireSettings(use: (keys: Keys) => Promise<boolean>): void {
  const panel = one("#settings")
  const button = one("#settings-button")
  panel.addEventListener("toggle", event => {
    if ((event as ToggleEvent).newState === "open") place(panel, button)
  })
  wireSize(one("#letters"))
  const radios = all<HTMLInputElement>("input[name=keys]", panel)
  const show = (keys: Keys) =>
    radios.forEach(radio => {
      radio.checked = radio.value === keys
    })
  show(chosenKeys())
  for (const radio of radios) {
    radio.onchange = async () => {
      const keys = radio.value as Keys
      const worked = await use(keys)
      if (worked) keep("editor-keys", keys === "usual" ? null : keys)
      else {
        show(chosenKeys())
        announce("These keys could not be fetched. Please try again.")
      }
    }
  }
}

/** Below its button, inside the window; browsers that can anchor it are still too few. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  panel.style.top = at.bottom + 6 + "px"
  panel.style.left = Math.max(8, Math.min(at.right, innerWidth - 8) - panel.offsetWidth) + "px"
  one<HTMLInputElement>("input:checked", panel).focus()
}

/** The size of the letters in pixels after a change, which ends at the smallest and at the largest. */
export function sizeLetters(size: number, change: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, size + change))
}

function wireSize(shown: HTMLElement): void {
  const root = document.documentElement
  const now = () => Number(recall("editor-size")) || USUAL
  shown.textContent = String(now())
  for (const button of all("[data-size]")) {
    button.onclick = () => {
      const size = sizeLetters(now(), Number(button.dataset.size))
      root.style.setProperty("--editor-size", size + "px")
      keep("editor-size", size === USUAL ? null : String(size))
      shown.textContent = String(size)
      announce(`Letters of ${size} pixels`)
    }
  }
}
