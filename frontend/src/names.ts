// What the editor completes: the arguments of the entry point, and the names of NumPy that exercises need.
import type {Completion, CompletionContext, CompletionResult, CompletionSource} from "@codemirror/autocomplete"

export interface Argument {
  name: string
  shape: string
  meaning: string
}

const FUNCTIONS = `abs absolute add all allclose amax amin any arange arccos arcsin arctan arctan2 argmax argmin argsort
argwhere around array array_equal asarray atleast_1d atleast_2d average bincount block broadcast_arrays broadcast_shapes
broadcast_to ceil clip column_stack concatenate conj convolve copy copyto corrcoef cos cosh count_nonzero cov cross cumprod
cumsum diag diagonal diff digitize divide dot dsplit dstack einsum einsum_path empty empty_like equal exp expand_dims expm1
eye fill_diagonal flip floor floor_divide fmax fmin full full_like gradient greater histogram hsplit hstack hypot identity
imag indices inner interp isclose isfinite isin isinf isnan kron less linspace log log10 log1p log2 logaddexp logical_and
logical_not logical_or logspace matmul matvec max maximum mean median meshgrid min minimum moveaxis multiply nan_to_num
nanmax nanmean nanmin nansum negative nonzero ones ones_like outer pad percentile power prod ptp put_along_axis quantile
ravel real reciprocal repeat reshape resize roll rollaxis rot90 round searchsorted sign sin sinc sinh sort split sqrt
square squeeze stack std subtract sum swapaxes take take_along_axis tan tanh tensordot tile trace transpose trapezoid tri
tril tril_indices triu triu_indices unique unravel_index unwrap vander var vdot vecdot vstack where zeros zeros_like`
const OTHERS =
  "bool_ complex128 e errstate float32 float64 finfo inf int32 int64 linalg nan ndarray newaxis pi random s_"
const LINALG =
  "cholesky cond det eig eigh eigvals eigvalsh inv lstsq matrix_norm matrix_power matrix_rank multi_dot norm " +
  "pinv qr slogdet solve svd vector_norm"
const RANDOM = "default_rng"

const words = (text: string, type: string): Completion[] => text.split(/\s+/).map(label => ({label, type}))
const NUMPY: Record<string, Completion[]> = {
  "": [...words(FUNCTIONS, "function"), ...words(OTHERS, "constant")],
  "linalg.": words(LINALG, "function"),
  "random.": words(RANDOM, "function"),
}

/** Completes what stands after `np.`, and the given arguments elsewhere. */
export function completeNames(given: Argument[]): CompletionSource {
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
      return {from: dotted.to - word!.length, options: NUMPY[part!]!, validFor: /^\w*$/}
    }
    const word = context.matchBefore(/(?<![.\w])[A-Za-z_]\w*$/)
    return word ? {from: word.from, options: own, validFor: /^\w*$/} : null
  }
}
