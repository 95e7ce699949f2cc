// The results pane: fills while a submission is judged, and leads back to the code.
import {all, announce, maybe, one} from "./dom.ts"
import {follow, handIn, Refused, type CaseReport, type Handed, type InputFault, type Mode} from "./submitting.ts"
import {showCases} from "./tabs.ts"
import type {Code} from "./editing.ts"

/** What the pane asks of the page around it. */
export interface Surroundings {
  /** Bring the results to the front. */
  show(): void
  /** Something was judged: other parts of the page may have news. */
  refresh(): Promise<void>
}

export class Results {
  private readonly box = one("#results")
  private readonly slug: string
  private readonly code: Code
  private readonly page: Surroundings
  private busy = false
  private chosen = false
  private arrived: CaseReport[] = []

  constructor(slug: string, code: Code, page: Surroundings) {
    this.slug = slug
    this.code = code
    this.page = page
    this.box.addEventListener("click", event => {
      if ((event.target as Element).closest(".case")) this.chosen = true
    })
  }

  get filled(): boolean {
    return this.box.dataset.filled === "yes"
  }

  /** Run or submit; what is wrong with custom input, if anything is. */
  async run(mode: Mode, inputs?: Handed["inputs"]): Promise<InputFault[]> {
    if (this.busy) return []
    this.setBusy(true)
    const handed = handIn(this.slug, {source: this.code.get(), mode, ...(inputs && {inputs})}) // first: it takes longest
    this.page.show()
    this.code.mark([])
    announce(inputs ? "Running the custom input" : mode === "run" ? "Running the samples" : "Grading your submission")
    this.box.replaceChildren(one<HTMLTemplateElement>("#waiting").content.cloneNode(true))
    try {
      const id = await handed
      this.chosen = false
      const html = await follow(id, {begun: begun => this.begin(begun), judged: reports => this.collect(reports)})
      this.finish(html)
      await this.page.refresh()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.refuse(error.message)
      return error.faults
    } finally {
      this.setBusy(false)
    }
    return []
  }

  private get opened(): HTMLElement | null {
    return maybe(".case[aria-selected=true]", this.box)
  }

  /** The index of the case that the student opened, which then stays open. */
  private get picked(): string | undefined {
    return this.chosen ? this.opened?.dataset.index : undefined
  }

  private begin(html: string): void {
    this.arrived = []
    this.box.innerHTML = html
    showCases(this.box)
  }

  /** Quick programs have dozens of cases judged within one frame: to lay out each of them would hold up the verdict. */
  private collect(reports: CaseReport[]): void {
    if (this.arrived.length === 0) requestAnimationFrame(() => this.addArrived())
    this.arrived.push(...reports)
  }

  private addArrived(): void {
    const reports = this.arrived.splice(0)
    if (!reports.length) return
    const picked = this.picked
    for (const report of reports) this.add(report)
    showCases(this.box, picked)
  }

  private add(report: CaseReport): void {
    const old = maybe(`.case[data-index='${report.index}']`, this.box)
    if (!old) return
    old.outerHTML = report.row
    one(".details", this.box).insertAdjacentHTML("beforeend", report.detail)
    const segment = all(".bar li", this.box)[report.index]
    if (segment) segment.className = report.tone
    const count = maybe(".progress-count", this.box)
    if (count) count.textContent = String(report.index + 1)
  }

  /** The whole panel takes the place of what came bit by bit; what was open stays open. */
  finish(html: string): void {
    this.arrived = []
    const picked = this.picked
    const focused = this.opened !== null && this.opened === document.activeElement
    const scrolled = maybe(".details", this.box)?.scrollTop ?? 0
    this.box.innerHTML = html
    showCases(this.box, picked)
    if (picked) {
      if (focused) this.opened?.focus()
      one(".details", this.box).scrollTop = scrolled
    }
    announce(maybe(".verdict", this.box)?.textContent ?? "")
    this.markLine()
  }

  private markLine(): void {
    const at = maybe("[data-line]", this.box)
    if (!at) return
    const line = Number(at.dataset.line)
    this.code.mark([{line, message: at.dataset.message ?? ""}])
    if ("goto" in at.dataset && matchMedia("(min-width: 821px)").matches) this.code.goto(line)
  }

  private refuse(message: string): void {
    this.arrived = []
    const panel = one<HTMLTemplateElement>("#refused").content.cloneNode(true) as DocumentFragment
    one(".message", panel).textContent = message
    this.box.replaceChildren(panel)
    announce(message)
  }

  private setBusy(now: boolean): void {
    this.busy = now
    for (const button of all("#run, #submit, #run-custom")) button.ariaBusy = button.ariaDisabled = now ? "true" : null
  }
}
