// The keys of other editors, each in a file of its own that is fetched once it is chosen.
import {insertNewlineAndIndent} from "@codemirror/commands"
import {Prec, type Extension} from "@codemirror/state"
import {EditorView, ViewPlugin, type PluginValue} from "@codemirror/view"

export type Keys = "usual" | "vim" | "emacs"

/** What makes the editor take these keys; `save` is called where they ask for it. */
export async function keysOf(chosen: Keys, save: () => void): Promise<Extension> {
  if (chosen === "vim") return vimKeys(save)
  return chosen === "emacs" ? emacsKeys(save) : []
}

async function vimKeys(save: () => void): Promise<Extension> {
  const {Vim, vim} = await import("@replit/codemirror-vim")
  Vim.defineEx("write", "w", save)
  return Prec.highest([vim({status: true}), ViewPlugin.define(named)])
}

/** The command line comes as an input without a name. */
function named(view: EditorView): PluginValue {
  const name = () =>
    view.dom.querySelector(".cm-vim-panel input:not([aria-label])")?.setAttribute("aria-label", "Vim command")
  const observer = new MutationObserver(name)
  observer.observe(view.dom, {childList: true, subtree: true})
  return {destroy: () => observer.disconnect()}
}

async function emacsKeys(save: () => void): Promise<Extension> {
  const {emacs, EmacsHandler} = await import("@replit/codemirror-emacs")
  EmacsHandler.addCommands({
    saveDraft: save,
    newLine: (handler: {view: EditorView}) => insertNewlineAndIndent(handler.view),
  })
  EmacsHandler.bindKey("C-x C-s", "saveDraft")
  EmacsHandler.bindKey("Return|C-m", "newLine") // as it comes, it knows nothing of indentation
  return Prec.highest(emacs())
}
