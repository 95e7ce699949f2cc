// The code pane: the editor once it has come, the draft, the settings, and starting again.
import {announce, maybe, one} from "./dom.ts"
import type {Draft} from "./draft.ts"
import type {Keys} from "./keys.ts"
import type {Argument} from "./names.ts"
import {plain, type Editor, type Mark} from "./plain.ts"
import {chosenKeys, wireSettings} from "./settings.ts"

/** The code pane as the rest of the page knows it. */
export class Code {
  private readonly box = one("#editor")
  private readonly area = one<HTMLTextAreaElement>("#source")
  private readonly starter = one<HTMLTemplateElement>("#starter").content.textContent ?? ""
  private readonly draft: Draft
  private marks: Mark[] = []
  private editor: Editor
  private woken = false

  constructor(draft: Draft) {
    this.draft = draft
    this.area.value = draft.text
    this.editor = plain(this.area, text => draft.write(text))
    draft.onReplace = text => this.editor.set(text)
    this.wireReset()
    wireSettings(keys => this.useKeys(keys))
  }

  /** Bring the real editor, once its pane is to be seen: on a phone it would make the problem wait. */
  wake(): void {
    if (this.woken) return
    this.woken = true
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
    const module = await import("./editor.ts").catch(() => null)
    if (!module) return
    const focused = document.activeElement === this.area
    const {selectionStart, selectionEnd} = this.area
    const label = this.area.getAttribute("aria-label")!
    this.editor = module.mount(this.box, this.area.value, {
      label,
      nonce: maybe<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "",
      names: JSON.parse(this.box.dataset.names ?? "[]") as Argument[],
      selection: focused ? {anchor: selectionStart, head: selectionEnd} : {anchor: 0, head: 0},
      onChange: text => this.draft.write(text),
      onSave: () => this.draft.save(),
    })
    this.area.hidden = true
    this.box.dataset.ready = ""
    if (this.marks.length) this.editor.mark(this.marks)
    if (focused) this.editor.focus()
    if (chosenKeys() !== "usual") await this.useKeys(chosenKeys())
  }

  /** Whether the editor takes them now; the page asks the box which keys it leaves to the editor. */
  private async useKeys(keys: Keys): Promise<boolean> {
    const worked = await this.editor.useKeys(keys).then(
      () => true,
      () => false,
    )
    if (worked) this.box.dataset.keys = keys
    return worked
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
