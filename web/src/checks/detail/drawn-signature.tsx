/** A drawn signature: strokes made of points, in units of a field 1000 wide and 300 high. */
export type Strokes = readonly (readonly (readonly [x: number, y: number])[])[]

/** Renders a signature as lines. */
export function DrawnSignature({ strokes }: { strokes: Strokes }) {
  return (
    <g fill="none" stroke="currentColor" strokeWidth={6} strokeLinecap="round" strokeLinejoin="round">
      {strokes.map((points, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only added at the end.
        <path key={index} d={pathOf(points)} />
      ))}
    </g>
  )
}

/** The path of a stroke. A stroke with one point becomes a dot. */
function pathOf(points: Strokes[number]): string {
  const [first, ...others] = points.map(([x, y]) => `${x} ${y}`)
  return others.length === 0 ? `M${first}h0` : `M${first}L${others.join('L')}`
}
