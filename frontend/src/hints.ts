// Hints are opened on the server; here only without leaving the page.
import {announce, maybe, one} from "./dom.ts"
import {explain} from "./submitting.ts"

export function wireHints(slug: string): void {
  const panel = one("#hints")
  panel.addEventListener("click", event => {
    const button = (event.target as Element).closest<HTMLButtonElement>("button[name=hint]")
    if (!button) return
    event.preventDefault()
    if (!button.ariaBusy) void open(slug, panel, button)
  })
}

async function open(slug: string, panel: HTMLElement, button: HTMLButtonElement): Promise<void> {
  button.ariaBusy = "true"
  const body = new URLSearchParams({hint: button.value})
  const answer = await fetch(`/problems/${slug}/hints`, {method: "POST", body}).catch(() => null)
  button.ariaBusy = null
  const fresh = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null
  const now = fresh && maybe("#hints", fresh)
  if (!now) return announce(answer ? await explain(answer) : "The server could not be reached. Please try again.")
  panel.replaceChildren(...now.childNodes)
  maybe(`#hint-${button.value}`, panel)?.focus()
}
