import { useEffect } from 'react'
import { textValue, useUrlState } from '#platform/url-state.ts'

const shape = { record: textValue() }

export type LinkedKind = 'dealer-group' | 'dealership' | 'department' | 'purpose' | 'delivery-method'

/** The query part of a link that leads to one record of a list. */
export function linkTo(kind: LinkedKind, id: number) {
  return { record: `${kind}-${id}` }
}

/** The id of the record of this kind that the address points to; its row is scrolled into view once it has loaded. */
export function useLinkedRecord(kind: LinkedKind, loaded: boolean): number | undefined {
  const [{ record }] = useUrlState(shape)
  const id = record.startsWith(`${kind}-`) ? Number(record.slice(kind.length + 1)) : undefined
  useEffect(() => {
    if (id && loaded) document.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'center' })
  }, [id, loaded])
  return id
}
