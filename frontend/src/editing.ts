// The code pane: the editor once it has come, the draft, the size of the letters, and starting again.
import {all, announce, keep, maybe, one, recall} from "./dom"
import {Draft} from "./draft"
import type {Argument} from "./names"
import {Editor, Mark, plain} from "./plain"

const SMALLEST = 11, LARGEST = 22, USUAL = 13.5

/** The code pane as the rest of the page knows it. */
export class Code {
  private readonly box = one("#editor")
  private readonly area = one<HTMLTextAreaElement>("#source")
  private readonly starter = one<HTMLTemplateElement>("#starter").content.textContent ?? ""
  private marks: Mark[] = []
  private editor: Editor

  constructor(private readonly draft: Draft) {
    this.area.value = draft.start(this.area.value, "fromSubmission" in this.area.dataset)
    this.editor = plain(this.area, text => draft.write(text))
    draft.onReplace = text => this.editor.set(text)
    this.wireReset()
    wireSize()
    void this.replacePlain()
  }

  get(): string {
    return this.editor.get()
  }

  goto(line: number): void {
    this.editor.goto(line)
  }

  mark(marks: Mark[]): void {
    this.marks = marks
    this.editor.mark(marks)
  }

  focus(): void {
    this.editor.focus()
  }

  /** Where the real editor cannot be had, the text area stays. */
  private async replacePlain(): Promise<void> {
    const module = await import("./editor").catch(() => null)
    if (!module) return
    const focused = document.activeElement === this.area
    const label = this.area.getAttribute("aria-label")!
    this.editor = module.mount(this.box, this.area.value, {
      label,
      nonce: maybe<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "",
      names: JSON.parse(this.box.dataset.names ?? "[]") as Argument[],
      onChange: text => this.draft.write(text),
    })
    this.area.hidden = true
    this.box.dataset.ready = ""
    if (this.marks.length) this.editor.mark(this.marks)
    if (focused) this.editor.focus()
  }

  private wireReset(): void {
    const question = one<HTMLDialogElement>("#reset-dialog")
    one("#reset").onclick = () => question.showModal()
    question.onclose = () => {
      if (question.returnValue !== "reset") return
      question.returnValue = ""
      this.editor.set(this.starter)
      this.mark([])
      this.editor.focus()
      announce("The starter code is back. Ctrl+Z undoes that.")
    }
  }
}

function wireSize(): void {
  const root = document.documentElement
  for (const button of all("[data-size]")) {
    button.onclick = () => {
      const now = Number(recall("editor-size")) || USUAL
      const size = Math.min(LARGEST, Math.max(SMALLEST, now + Number(button.dataset.size)))
      root.style.setProperty("--editor-size", size + "px")
      keep("editor-size", size === USUAL ? null : String(size))
      announce(`Letters of ${size} pixels`)
    }
  }
}
