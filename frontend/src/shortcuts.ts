// The keys of the workspace, and the sheet that lists them.
import {one} from "./dom.ts"
import type {View} from "./views.ts"

export interface Actions {
  run(): void
  submit(): void
  save(): void
  show(view: View): void
}

export type Action = "run" | "submit" | "save" | "help" | View

const VIEWS: readonly View[] = ["problem", "code", "results"]

/** What of a keystroke, and of the element that it goes to, decides. */
export interface Stroke extends Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey"> {
  /** Whether it goes to a field or a dialog, where a question mark is a question mark. */
  writes: boolean
  /** Among the keys of Emacs, Ctrl+S searches, and saves after Ctrl+X. */
  searches: boolean
}

export function wireShortcuts(actions: Actions): void {
  const sheet = one<HTMLDialogElement>("#keys-dialog")
  const open = () => sheet.showModal()
  one("#keys").onclick = open
  const listen = (event: KeyboardEvent) => {
    if (!perform(readStroke(strokeOf(event)), actions, open)) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener("keydown", listen, true) // before the editor hears them and takes them for its own
}

function perform(action: Action | null, actions: Actions, open: () => void): boolean {
  if (action === null) return false
  if (action === "run" || action === "submit" || action === "save") actions[action]()
  else if (action === "help") open()
  else actions.show(action)
  return true
}

/** What a keystroke asks for, if anything. */
export function readStroke(stroke: Stroke): Action | null {
  const {key, shiftKey, altKey} = stroke
  const control = stroke.ctrlKey || stroke.metaKey
  if (control && key === "Enter") return shiftKey ? "submit" : "run"
  if (control && !shiftKey && !altKey && key.toLowerCase() === "s" && !stroke.searches) return "save"
  if (altKey && !control && /^[123]$/.test(key)) return VIEWS[Number(key) - 1]!
  return key === "?" && !control && !stroke.writes ? "help" : null
}

function strokeOf(event: KeyboardEvent): Stroke {
  const {key, ctrlKey, metaKey, shiftKey, altKey} = event
  const target = event.target as Element
  const searches = target.closest("#editor[data-keys=emacs]") !== null
  return {key, ctrlKey, metaKey, shiftKey, altKey, searches, writes: isWriting(target)}
}

function isWriting(element: Element): boolean {
  return element.matches("input, textarea, select, [contenteditable='true']") || element.closest("dialog") !== null
}
