import { useEffect, useRef, useState } from 'react'

type Key = string | number
const nothing: ReadonlySet<Key> = new Set()

/** Keys of the rows whose version has grown since the last render of the list; new rows do not count. */
export function useChangedRows<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => Key,
  rowVersion: ((row: Row) => number) | undefined,
): ReadonlySet<Key> {
  const [changed, setChanged] = useState(nothing)
  const known = useRef(new Map<Key, number>())
  const read = useRef({ rowKey, rowVersion })
  useEffect(() => {
    read.current = { rowKey, rowVersion }
  })
  useEffect(() => {
    const { rowKey: key, rowVersion: version } = read.current
    if (!rows || !version) return
    const before = known.current
    known.current = new Map(rows.map((row) => [key(row), version(row)]))
    const grown = rows.filter((row) => version(row) > (before.get(key(row)) ?? Number.POSITIVE_INFINITY)).map(key)
    if (grown.length > 0) setChanged(new Set(grown))
  }, [rows])
  return changed
}
