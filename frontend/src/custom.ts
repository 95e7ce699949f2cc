// Custom input: kept in this browser, run beside the samples, marked where they do not fit.
import {all, keep, maybe, one, recall} from "./dom.ts"
import type {InputFault} from "./submitting.ts"
import {select} from "./tabs.ts"

export class CustomInput {
  private readonly box = one("#custom")
  private readonly fields = all<HTMLTextAreaElement>("textarea", this.box)
  private readonly name: string
  private readonly run: (inputs: Record<string, string>) => Promise<InputFault[]>

  /** `run` hands in and says what is wrong with the inputs. */
  constructor(slug: string, run: CustomInput["run"]) {
    this.name = "inputs:" + slug
    this.run = run
    if (!("given" in this.box.dataset)) this.restore()
    this.box.addEventListener("input", () => this.keep())
    one("#run-custom").onclick = event => {
      event.preventDefault()
      void this.start()
    }
    one("#sample-inputs").onclick = () => this.reset()
  }

  /** Once there are tabs: what does not fit is in front. */
  opened(): void {
    if ("faulty" in this.box.dataset) this.open()
  }

  /** Whether the keyboard is in one of its fields. */
  get focused(): boolean {
    return this.box.contains(document.activeElement)
  }

  /** Run what stands in the fields. */
  async start(): Promise<void> {
    this.mark([])
    const faults = await this.run(Object.fromEntries(this.fields.map(field => [field.dataset.argument!, field.value])))
    if (!faults.length) return
    this.mark(faults)
    this.open()
  }

  /** Bring its tab to the front, at the first field that does not fit. */
  private open(): void {
    const tab = maybe(".results .tabs a[href='#custom']")
    if (tab) select(tab)
    maybe("[aria-invalid]", this.box)?.focus()
  }

  private mark(faults: InputFault[]): void {
    for (const field of this.fields) {
      const fault = faults.find(each => each.location.at(-1) === field.dataset.argument)
      one(`#fault-${field.dataset.argument}`, this.box).textContent = (fault?.message ?? "").replaceAll("`", "")
      if (fault) field.setAttribute("aria-invalid", "true")
      else field.removeAttribute("aria-invalid")
    }
  }

  private reset(): void {
    for (const field of this.fields) field.value = field.dataset.sample ?? field.defaultValue
    keep(this.name, null)
    this.mark([])
    this.fields[0]?.focus()
  }

  private keep(): void {
    keep(this.name, JSON.stringify(this.fields.map(field => field.value)))
  }

  private restore(): void {
    const kept = JSON.parse(recall(this.name) ?? "null") as string[] | null
    if (kept?.length === this.fields.length)
      this.fields.forEach((field, place) => {
        field.value = kept[place]!
      })
  }
}
