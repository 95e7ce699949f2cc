// The page of a problem.
import {all, announce, maybe, one} from "./dom"
import {Draft} from "./draft"
import {mount} from "./editor"
import {wireDividers} from "./panes"
import {judge, Mode, Refused} from "./submitting"
import {makeTabs, select, showCases, wireTabs} from "./tabs"
import {wireTheme} from "./theme"

const space = one("#ws"), slug = space.dataset.slug!, results = one("#results")
const area = one<HTMLTextAreaElement>("#source"), starter = one<HTMLTemplateElement>("#starter").content.textContent ?? ""

const draft = new Draft(slug)
const fromSubmission = "fromSubmission" in area.dataset
const editor = mount(one("#editor"), (fromSubmission ? null : draft.read()) ?? area.value, {
  onChange: text => {
    editor.mark([])
    draft.write(text)
  },
})

// ---- views on a phone ----
type View = "problem" | "code" | "results"

function show(view: View, focus = false): void {
  space.dataset.view = view
  for (const link of all(".mobnav a")) link.setAttribute("aria-current", String(link.dataset.to === view))
  if (!focus) return
  if (view === "code") editor.focus()
  else maybe(`#pane-${view} [tabindex='0']`)?.focus()
}

for (const link of all(".mobnav a")) {
  link.onclick = event => {
    event.preventDefault()
    show(link.dataset.to as View)
  }
}

// ---- running ----
let busy = false

async function run(mode: Mode): Promise<void> {
  if (busy) return
  setBusy(true)
  show("results")
  announce(mode === "run" ? "Running the samples" : "Grading your submission")
  results.replaceChildren(one<HTMLTemplateElement>("#waiting").content.cloneNode(true))
  try {
    const judged = await judge(slug, editor.get(), mode)
    results.innerHTML = judged.html
    showResults()
    await refreshHistory()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    refuse(error.message)
  } finally {
    setBusy(false)
  }
}

function setBusy(now: boolean): void {
  busy = now
  for (const button of all("#run, #submit")) button.ariaBusy = now ? "true" : null
}

function showResults(): void {
  showCases(results)
  const verdict = maybe(".verdict", results)
  if (verdict) announce(verdict.textContent ?? "")
  const at = maybe("[data-line]", results)
  if (!at) return
  const line = Number(at.dataset.line)
  editor.mark([{line, message: at.dataset.message ?? ""}])
  if ("goto" in at.dataset && matchMedia("(min-width: 821px)").matches) editor.goto(line)
}

function refuse(message: string): void {
  const panel = one<HTMLTemplateElement>("#refused").content.cloneNode(true) as DocumentFragment
  one(".message", panel).textContent = message
  results.replaceChildren(panel)
  announce(message)
}

/** Bring the tabs that depend on what was handed in up to date: own submissions, and hints that have opened. */
async function refreshHistory(): Promise<void> {
  const answer = await fetch(location.pathname).catch(() => null)
  if (!answer?.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html")
  for (const query of ["#submissions", "#hints", "#count-submissions", ".steps"]) {
    const old = maybe(query), now = maybe(query, fresh)
    if (old && now) old.replaceChildren(...now.childNodes)
  }
}

one("#run").onclick = event => {
  event.preventDefault()
  void run("run")
}
one<HTMLFormElement>("#form").onsubmit = event => {
  event.preventDefault()
  void run("submit")
}

// ---- leads from the results to the editor ----
document.addEventListener("click", event => {
  const lead = (event.target as Element).closest<HTMLElement>("[data-goto-line]")
  if (!lead) return
  event.preventDefault()
  show("code")
  editor.goto(Number(lead.dataset.gotoLine))
})

// ---- reset ----
const question = one<HTMLDialogElement>("#reset-dialog")
one("#reset").onclick = () => question.showModal()
question.onclose = () => {
  if (question.returnValue !== "reset") return
  editor.set(starter)
  editor.mark([])
  editor.focus()
}

// ---- keys ----
document.addEventListener("keydown", event => {
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
    event.preventDefault()
    void run(event.shiftKey ? "submit" : "run")
  } else if (event.altKey && "123".includes(event.key)) {
    event.preventDefault()
    show((["problem", "code", "results"] as const)[Number(event.key) - 1]!, true)
  }
})
const help = one<HTMLDialogElement>("#keys-dialog")
one("#keys").onclick = () => help.showModal()
one(".skip").onclick = event => {
  event.preventDefault()
  show("code", true)
}

wireTheme()
wireDividers()
wireTabs()
makeTabs(one(".tabs"), location.hash ? maybe(`.tabs a[href='${CSS.escape(location.hash).replace(/^\\#/, "#")}']`) : null)
show(results.dataset.filled === "yes" ? "results" : "problem")
if (results.dataset.filled === "yes") showCases(results)
for (const link of all<HTMLAnchorElement>("[data-tab]")) link.onclick = () => select(one(`.tabs a[href='#${link.dataset.tab}']`))
