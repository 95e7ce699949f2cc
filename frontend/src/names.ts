// What the editor completes: the arguments of the entry point, and NumPy's names.
import type {Completion, CompletionContext, CompletionResult, CompletionSource} from "@codemirror/autocomplete"

export interface Argument {
  name: string
  shape: string
  meaning: string
}

/** NumPy's names by where they stand, each list with spaces between; the build puts in those of the NumPy it finds. */
export type NumpyNames = Record<"functions" | "others" | "linalg" | "random", string>

const words = (text: string, type: string): Completion[] => text.split(" ").map(label => ({label, type}))

/** Completes what stands after `np.`, and the given arguments elsewhere. */
export function completeNames(given: Argument[], names: NumpyNames): CompletionSource {
  const numpy: Record<string, Completion[]> = {
    "": [...words(names.functions, "function"), ...words(names.others, "constant")],
    "linalg.": words(names.linalg, "function"),
    "random.": words(names.random, "function"),
  }
  const own = given.map(({name, shape, meaning}): Completion => ({
    label: name,
    type: "variable",
    detail: shape,
    info: meaning || undefined,
    boost: 2,
  }))
  return (context: CompletionContext): CompletionResult | null => {
    const dotted = context.matchBefore(/\b(?:np|numpy)\.(?:linalg\.|random\.)?\w*$/)
    if (dotted) {
      const [, part, word] = /\.((?:linalg\.|random\.)?)(\w*)$/.exec(dotted.text)!
      return {from: dotted.to - word!.length, options: numpy[part!]!, validFor: /^\w*$/}
    }
    const word = context.matchBefore(/(?<![.\w])[A-Za-z_]\w*$/)
    return word ? {from: word.from, options: own, validFor: /^\w*$/} : null
  }
}
