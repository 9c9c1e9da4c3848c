/** A value is far beyond the others when it is more than this many times the next one. */
const far = 5

/** At most this part of the values, but always one, can be beyond the others. */
const mostBeyond = 1 / 3

/**
 * The largest value that is not far beyond the others, where an axis is cut so that the rest can be told apart;
 * undefined where no value is.
 */
export function largestUsual(values: readonly number[]): number | undefined {
  const sorted = values.filter((value) => value > 0).toSorted((one, other) => other - one)
  for (let beyond = Math.max(1, Math.floor(sorted.length * mostBeyond)); beyond > 0; beyond -= 1) {
    const [smallestBeyond = 0, usual = 0] = sorted.slice(beyond - 1)
    if (usual > 0 && smallestBeyond > far * usual) return usual
  }
  return undefined
}

/**
 * The end of an axis for these values, and how far a bar goes on it. A bar that is cut off goes to the end, beyond the
 * part of the axis that has a scale.
 */
export function axisOf(values: readonly number[]) {
  const usual = largestUsual(values)
  const end = usual === undefined ? Math.max(1, ...values) : usual * 1.4
  return {
    end,
    hasScale: (value: number) => usual === undefined || value <= usual * 1.2,
    isCut: (value: number) => usual !== undefined && value > usual,
    drawn: (value: number) => Math.min(value, end),
  }
}
