const oldestNode = [24, 18, 1]
const oldestSqlite = [3, 51, 3]

/** Refuses to run on a Node or SQLite with known defects that could lose or leak data. */
export function checkRuntime(versions: { readonly node: string; readonly sqlite?: string | undefined }): void {
  demand('Node.js', versions.node, oldestNode)
  demand('SQLite', versions.sqlite ?? '0', oldestSqlite)
}

function demand(name: string, version: string, oldest: number[]): void {
  const parts = version.split('.').map(Number)
  const difference = oldest.map((least, index) => (parts[index] ?? 0) - least).find((step) => step !== 0) ?? 0
  if (difference < 0)
    throw new Error(`${name} ${version} is too old: this needs ${oldest.join('.')} or newer. Start it with npm start.`)
}
