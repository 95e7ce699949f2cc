// The code editor: a text area with line numbers. Another editor may take its place behind the same four functions.

/** A line of the student's file with what is wrong there. */
export interface Mark {
  line: number
  message: string
}

/** What the rest of the page knows of an editor. */
export interface Editor {
  get(): string
  set(text: string): void
  /** Put the cursor at the start of a line (from 1) and bring it into view. */
  goto(line: number): void
  /** Show marks beside their lines, in place of those before. */
  mark(marks: Mark[]): void
  focus(): void
}

export interface EditorOptions {
  onChange?: (text: string) => void
}

const INDENT = "    "

/** Turn the text area inside `element` into an editor that shows `text`. */
export function mount(element: HTMLElement, text: string, options: EditorOptions = {}): Editor {
  const area = element.querySelector("textarea")!
  const gutter = document.createElement("div")
  gutter.className = "gutter"
  gutter.ariaHidden = "true"
  element.prepend(gutter)
  let marks: Mark[] = []
  const draw = () => drawGutter(gutter, area.value, marks)
  const set = (value: string) => {
    area.value = value
    draw()
  }
  area.addEventListener("input", () => {
    draw()
    options.onChange?.(area.value)
  })
  area.addEventListener("scroll", () => { gutter.scrollTop = area.scrollTop })
  wireKeys(area)
  set(text)
  return {
    get: () => area.value,
    set: value => {
      set(value)
      options.onChange?.(value)
    },
    goto: line => goto(area, line),
    mark: next => {
      marks = next
      draw()
    },
    focus: () => area.focus(),
  }
}

function drawGutter(gutter: HTMLElement, text: string, marks: Mark[]): void {
  const count = text.split("\n").length
  while (gutter.childElementCount > count) gutter.lastElementChild!.remove()
  while (gutter.childElementCount < count) gutter.append(lineNumber(gutter.childElementCount + 1))
  const messages = new Map(marks.map(mark => [mark.line, mark.message]))
  for (const [index, number] of [...gutter.children].entries()) {
    number.classList.toggle("marked", messages.has(index + 1))
    ;(number as HTMLElement).title = messages.get(index + 1) ?? ""
  }
}

function lineNumber(number: number): HTMLElement {
  const item = document.createElement("i")
  item.textContent = String(number)
  return item
}

function goto(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n"), index = Math.min(Math.max(line, 1), lines.length) - 1
  const start = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start)
  const height = parseFloat(getComputedStyle(area).lineHeight)
  area.scrollTop = Math.max(0, index * height - area.clientHeight / 2)
}

/** Tab and Shift+Tab indent, Enter keeps the indentation, Escape gives the Tab key back to the page. */
function wireKeys(area: HTMLTextAreaElement): void {
  let leaving = false
  area.addEventListener("keydown", event => {
    if (event.key === "Escape") leaving = true
    else if (event.key === "Tab" && !leaving && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault()
      if (event.shiftKey) outdent(area)
      else indent(area)
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) {
      event.preventDefault()
      replace(area, area.selectionStart, area.selectionEnd, "\n" + indentationAt(area))
    } else if (event.key !== "Shift" && event.key !== "Tab") leaving = false
  })
  area.addEventListener("blur", () => { leaving = false })
}

/** Replace a range in a way that the browser's own undo knows. */
function replace(area: HTMLTextAreaElement, start: number, end: number, text: string): void {
  area.setSelectionRange(start, end)
  const done = text ? document.execCommand("insertText", false, text) : start === end || document.execCommand("delete")
  if (done) return
  area.setRangeText(text, start, end, "end")
  area.dispatchEvent(new Event("input"))
}

/** The indentation of the cursor's line, one step more after a colon. */
function indentationAt(area: HTMLTextAreaElement): string {
  const before = area.value.slice(0, area.selectionStart)
  const line = before.slice(before.lastIndexOf("\n") + 1)
  return line.match(/^[ \t]*/)![0] + (/:\s*(#.*)?$/.test(line) ? INDENT : "")
}

function indent(area: HTMLTextAreaElement): void {
  const {selectionStart: start, selectionEnd: end, value} = area
  if (value.slice(start, end).includes("\n")) return shiftLines(area, line => (line ? INDENT + line : line))
  const column = start - (value.lastIndexOf("\n", start - 1) + 1)
  replace(area, start, end, " ".repeat(INDENT.length - (column % INDENT.length)))
}

function outdent(area: HTMLTextAreaElement): void {
  shiftLines(area, line => line.replace(/^(\t| {1,4})/, ""))
}

/** Change every line that the selection touches, and keep them selected. */
function shiftLines(area: HTMLTextAreaElement, change: (line: string) => string): void {
  const {selectionStart, selectionEnd, value} = area
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1
  const last = selectionEnd > selectionStart && value[selectionEnd - 1] === "\n" ? selectionEnd - 1 : selectionEnd
  const end = value.indexOf("\n", last) < 0 ? value.length : value.indexOf("\n", last)
  const before = value.slice(start, end), after = before.split("\n").map(change).join("\n")
  if (after === before) return
  replace(area, start, end, after)
  if (selectionStart === selectionEnd) {
    const cursor = Math.max(start, selectionStart + after.length - before.length)
    area.setSelectionRange(cursor, cursor)
  } else area.setSelectionRange(start, start + after.length)
}
