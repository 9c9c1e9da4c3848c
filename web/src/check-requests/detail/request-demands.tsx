import { capitalized } from '@check-requests/domain/check-requests/field-values.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { DemandList } from '#demands/demand-list.tsx'
import { Card } from '#ui/card.tsx'

/** What the purpose of the request demands, ticked; nothing where it demands nothing. */
export function RequestDemands({ request: { demands, purpose_name } }: { request: DetailedRequest }) {
  if (!demands) return null
  return (
    <Card title={`Needed for ${markHidden(capitalized(purpose_name))}`}>
      <DemandList
        demands={demands.map(({ is_met, by_payee, ...demand }) => ({ ...demand, isMet: is_met, isByPayee: by_payee }))}
      />
    </Card>
  )
}
