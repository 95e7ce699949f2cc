// The keys of the workspace, and the sheet that lists them.
import {one} from "./dom"
import type {View} from "./views"

export interface Actions {
  run(): void
  submit(): void
  save(): void
  show(view: View): void
}

const VIEWS: readonly View[] = ["problem", "code", "results"]

export function wireShortcuts(actions: Actions): void {
  const sheet = one<HTMLDialogElement>("#keys-dialog")
  one("#keys").onclick = () => sheet.showModal()
  // before the editor hears them, so that it cannot take them for its own
  document.addEventListener(
    "keydown",
    event => {
      const control = event.ctrlKey || event.metaKey
      if (control && event.key === "Enter") (event.shiftKey ? actions.submit : actions.run)()
      else if (control && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "s" && !searches(event))
        actions.save()
      else if (event.altKey && !control && "123".includes(event.key)) actions.show(VIEWS[Number(event.key) - 1]!)
      else if (event.key === "?" && !control && !isWriting(event.target as Element)) sheet.showModal()
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
}

/** Among the keys of Emacs, Ctrl+S searches, and saves after Ctrl+X. */
function searches(event: KeyboardEvent): boolean {
  return (event.target as Element).closest("#editor[data-keys=emacs]") !== null
}

function isWriting(element: Element): boolean {
  return element.matches("input, textarea, select, [contenteditable='true']") || element.closest("dialog") !== null
}
