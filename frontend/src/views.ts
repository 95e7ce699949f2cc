// On a phone there are three views, one at a time.
import {all, maybe, one} from "./dom"

export type View = "problem" | "code" | "results"

export class Views {
  private readonly space = one("#ws")

  constructor(private readonly focusCode: () => void) {
    for (const link of all(".mobnav a")) {
      link.onclick = event => {
        event.preventDefault()
        this.show(link.dataset.to as View)
      }
    }
  }

  show(view: View, focus = false): void {
    this.space.dataset.view = view
    for (const link of all(".mobnav a")) link.setAttribute("aria-current", String(link.dataset.to === view))
    if (!focus) return
    if (view === "code") this.focusCode()
    else maybe(`#pane-${view} [tabindex='0']`)?.focus()
  }
}
