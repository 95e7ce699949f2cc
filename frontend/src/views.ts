// On a phone there are three views, one at a time.
import {all, maybe, one} from "./dom.ts"

export type View = "problem" | "code" | "results"

export class Views {
  private readonly space = one("#ws")
  private readonly focusCode: () => void
  private readonly opened: () => void

  /** `opened` is called whenever the code is to be seen. */
  constructor(focusCode: () => void, opened: () => void) {
    this.focusCode = focusCode
    this.opened = opened
    const narrow = matchMedia("(max-width: 820px)")
    if (!narrow.matches) opened()
    narrow.addEventListener("change", () => {
      if (!narrow.matches) opened()
    })
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
    if (view === "code") this.opened()
    if (!focus) return
    if (view === "code") this.focusCode()
    else maybe(`#pane-${view} [tabindex='0']`)?.focus()
  }
}
