/** A dependency cycle that ends with its first member, or undefined if there is none. */
export function findCircle(uses: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>()
  const visit = (part: string, trail: string[]): string[] | undefined => {
    if (trail.includes(part)) return [...trail.slice(trail.indexOf(part)), part]
    if (done.has(part)) return undefined
    done.add(part)
    for (const next of uses.get(part) ?? []) {
      const circle = visit(next, [...trail, part])
      if (circle) return circle
    }
    return undefined
  }
  return [...uses.keys()].map((part) => visit(part, [])).find((circle) => circle !== undefined)
}
