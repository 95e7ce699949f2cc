// The code editor, CodeMirror 6. It comes in a file of its own, after the page has painted.
import {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap} from "@codemirror/autocomplete"
import {defaultKeymap, history, historyKeymap, indentWithTab} from "@codemirror/commands"
import {python, pythonLanguage} from "@codemirror/lang-python"
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language"
import {lintGutter, lintKeymap, setDiagnostics} from "@codemirror/lint"
import {highlightSelectionMatches, searchKeymap} from "@codemirror/search"
import {Compartment, EditorState, Prec, type Extension} from "@codemirror/state"
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view"
import {tags} from "@lezer/highlight"
import {keysOf} from "./keys.ts"
import {completeNames, type Argument, type NumpyNames} from "./names.ts"
import type {Editor} from "./plain.ts"

declare const NUMPY_NAMES: string // NumpyNames as JSON, put in by the build

export interface EditorOptions {
  label: string
  nonce: string
  names: Argument[]
  /** Where the cursor is, in UTF-16 units of a text whose lines end with one. */
  selection: {anchor: number; head: number}
  onChange: (text: string) => void
  /** Called where the keys of another editor ask for saving. */
  onSave: () => void
}

// one style by custom properties: light and dark need no second one
const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword, tags.operatorKeyword],
    color: "var(--syn-kw)",
  },
  {tag: [tags.string, tags.special(tags.string)], color: "var(--syn-str)"},
  {tag: [tags.number, tags.bool, tags.null, tags.self], color: "var(--syn-num)"},
  {tag: [tags.comment, tags.docString], color: "var(--syn-com)", fontStyle: "italic"},
  {tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: "var(--syn-fn)"},
  {tag: [tags.operator, tags.punctuation], color: "var(--syn-op)"},
])

function extensions(options: EditorOptions): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    lintGutter(),
    foldGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    rectangularSelection(),
    crosshairCursor(),
    indentOnInput(),
    indentUnit.of("    "),
    EditorState.tabSize.of(4),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    keymap.of([
      // Ctrl+Enter runs the samples: the page listens for it
      ...closeBracketsKeymap,
      ...defaultKeymap.filter(binding => binding.key !== "Mod-Enter"),
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    python(),
    pythonLanguage.data.of({autocomplete: completeNames(options.names, JSON.parse(NUMPY_NAMES) as NumpyNames)}),
    syntaxHighlighting(colours),
    EditorView.cspNonce.of(options.nonce),
    // the way out of the editor, also where Escape closes a list of names on the way
    Prec.highest(
      EditorView.domEventObservers({
        keydown: (event, view) => {
          if (event.key === "Escape") view.setTabFocusMode(2000)
        },
      }),
    ),
    EditorView.contentAttributes.of({
      "aria-label": options.label,
      tabindex: "0",
      autocapitalize: "off",
      spellcheck: "false",
    }),
    EditorView.updateListener.of(update => {
      if (update.docChanged) options.onChange(update.state.doc.toString())
    }),
  ]
}

/** An editor inside `element` that shows `text`. */
export function mount(element: HTMLElement, text: string, options: EditorOptions): Editor {
  const {selection} = options
  const keys = new Compartment()
  const state = EditorState.create({doc: text, selection, extensions: [keys.of([]), extensions(options)]})
  const view = new EditorView({parent: element, state})
  const lineAt = (number: number) => view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines))
  return {
    get: () => view.state.doc.toString(),
    set: value => view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: value}}),
    goto: number => {
      const at = lineAt(number).from
      view.dispatch({selection: {anchor: at}, effects: EditorView.scrollIntoView(at, {y: "center"})})
      view.focus()
    },
    mark: marks => {
      const found = marks.map(mark => {
        const {from, to} = lineAt(mark.line)
        return {from, to, severity: "error" as const, message: mark.message}
      })
      view.dispatch(setDiagnostics(view.state, found))
    },
    focus: () => view.focus(),
    useKeys: async chosen => {
      const extension = await keysOf(chosen, options.onSave)
      view.dispatch({effects: keys.reconfigure(extension)})
    },
  }
}
