// Hints that were opened are open again the next time.
import {all, keep, recall} from "./dom"

export function wireHints(slug: string): void {
  const name = "hints:" + slug
  const opened = new Set((recall(name) ?? "").split(" ").filter(Boolean))
  for (const hint of all<HTMLDetailsElement>("details.hint[data-hint]")) hint.open = opened.has(hint.dataset.hint!)
  // toggle does not bubble
  document.addEventListener("toggle", event => {
    const hint = event.target as HTMLDetailsElement
    if (!hint.matches?.("details.hint[data-hint]")) return
    if (hint.open) opened.add(hint.dataset.hint!)
    else opened.delete(hint.dataset.hint!)
    keep(name, [...opened].join(" ") || null)
  }, true)
}
