import type { Dealership } from '@check-requests/domain/organization/fields.ts'
import { useEffect, useRef } from 'react'
import { textValue, useUrlState } from '#platform/url-state.ts'

const shape = { record: textValue() }
const addShape = { add: textValue() }

export type LinkedKind = 'dealer-group' | 'dealership' | 'department' | 'purpose' | 'delivery-method'

/** The query part of a link that leads to one record in a list. */
export function linkTo(kind: LinkedKind, id: number) {
  return { record: `${kind}-${id}` }
}

/** The query part of a link for adding departments or users to a dealership. */
export function addTo(dealershipId: number) {
  return { add: String(dealershipId) }
}

/** Calls `add` once, with the dealership in the URL to which a record should be added. */
export function useAddTo(dealerships: readonly Dealership[] | undefined, add: (dealership: Dealership) => void) {
  const [{ add: id }, change] = useUrlState(addShape)
  const dealership = id === '' ? undefined : dealerships?.find((row) => row.id === Number(id))
  const answered = useRef<Dealership>(undefined)
  useEffect(() => {
    // The parameter stays in the URL until its removal takes effect, so this effect can run twice for the same
    // dealership.
    const isNew = dealership && answered.current?.id !== dealership.id
    answered.current = dealership
    if (!isNew) return
    change({ add: '' }, { replace: true })
    add(dealership)
  }, [dealership, change, add])
}

/** The id of the record of this kind in the URL; its row is scrolled into view once the list has loaded. */
export function useLinkedRecord(kind: LinkedKind, loaded: boolean): number | undefined {
  const [{ record }] = useUrlState(shape)
  const id = record.startsWith(`${kind}-`) ? Number(record.slice(kind.length + 1)) : undefined
  useEffect(() => {
    if (id && loaded) document.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'center' })
  }, [id, loaded])
  return id
}
