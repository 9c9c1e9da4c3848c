import { featureOf } from './features.ts'
import type { Source } from './sources.ts'

/** Folders whose files can write a table, by table name, as listed in each feature's `tables.ts`. */
export function ownersOfTables(sources: readonly Source[]): Map<string, string> {
  const owners = new Map([['answered_calls', 'server/src/platform/']])
  for (const { path, text } of sources) {
    if (!path.endsWith('/tables.ts')) continue
    const feature = featureOf(path)
    const [, rows = ''] = /^export interface \w+Tables \{([^}]*)\}/m.exec(text) ?? []
    for (const [, table = ''] of rows.matchAll(/^ {2}(\w+):/gm)) owners.set(table, `server/src/${feature}/queries/`)
  }
  return owners
}
