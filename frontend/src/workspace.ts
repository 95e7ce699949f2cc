// The page of a problem.
import {maybe, one} from "./dom.ts"
import {CustomInput} from "./custom.ts"
import {Draft} from "./draft.ts"
import {Code} from "./editing.ts"
import {wireHints} from "./hints.ts"
import {wireDividers} from "./panes.ts"
import {Results} from "./results.ts"
import {wireShortcuts} from "./shortcuts.ts"
import {makeTabs, select, showCases, wireTabs} from "./tabs.ts"
import {wireTheme} from "./theme.ts"
import {unlockEditorial} from "./unlocking.ts"
import {Views} from "./views.ts"

const PARTS = ["#submissions", "#hints", "#editorial", "#count-submissions", ".steps"]

const slug = one("#ws").dataset.slug!
const draft = new Draft(slug)
const code = new Code(draft)
const views = new Views(
  () => code.focus(),
  () => code.wake(),
)
const results = new Results(slug, code, {show: showResults, refresh})
const custom = new CustomInput(slug, inputs => results.run("run", inputs))

function showResults(): void {
  views.show("results")
  select(one(".results .tabs a[href='#results']"))
}

/** Bring the tabs that depend on what was handed in up to date: own submissions, and hints that have opened. */
async function refresh(): Promise<void> {
  const answer = await fetch(`/problems/${slug}/fragments`).catch(() => null)
  if (!answer?.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html")
  for (const query of PARTS) {
    const old = maybe(query)
    const now = maybe(query, fresh)
    if (old && now) old.replaceChildren(...now.childNodes)
  }
  unlockEditorial(fresh)
}

one("#run").onclick = event => {
  event.preventDefault()
  void results.run("run")
}
one<HTMLFormElement>("#form").onsubmit = event => {
  event.preventDefault()
  void results.run("submit")
}

// ---- leads from the results to the editor, and to a hint ----
document.addEventListener("click", event => {
  const lead = (event.target as Element).closest<HTMLElement>("[data-goto-line]")
  if (!lead) return
  event.preventDefault()
  views.show("code")
  code.goto(Number(lead.dataset.gotoLine))
})

wireShortcuts({
  run: () => void (custom.focused ? custom.start() : results.run("run")),
  submit: () => void results.run("submit"),
  save: () => draft.save(),
  show: view => views.show(view, true),
})
one(".skip").onclick = event => {
  event.preventDefault()
  views.show("code", true)
}

wireTheme()
wireDividers()
wireTabs()
wireHints(slug)
makeTabs(one(".results .tabs"))
custom.opened()
makeTabs(
  one(".tabs"),
  location.hash ? maybe(`.tabs a[href='${CSS.escape(location.hash).replace(/^\\#/, "#")}']`) : null,
)
views.show(results.filled ? "results" : "problem")
if (results.filled) showCases(one("#results"))
document.addEventListener("click", event => {
  const lead = (event.target as Element).closest<HTMLElement>("[data-tab]")
  const tab = lead && maybe(`.tabs a[href='#${lead.dataset.tab}']`)
  if (!tab) return
  event.preventDefault()
  views.show("problem")
  select(tab, true)
})
