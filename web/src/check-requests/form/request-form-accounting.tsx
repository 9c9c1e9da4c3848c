import { useWatch } from 'react-hook-form'
import { useChart } from '#books/accounting/api.ts'
import type { LastCheck, RequestForm } from '#check-requests/form/use-request-form.ts'
import { optional } from '#ui/optional.tsx'

// The form works without the component, because the server also refuses missing or invalid lines.
const AccountingLines = optional(
  async () => (await import('#check-requests/form/accounting-lines.tsx')).AccountingLines,
)

interface RequestFormAccountingProps {
  form: RequestForm
  lastCheck: LastCheck
}

/** The accounting lines; renders nothing if the dealer group has no chart of accounts. */
export function RequestFormAccounting({ form, lastCheck }: RequestFormAccountingProps) {
  const groupId = useWatch({ control: form.control, name: 'dealer_group_id' })
  const chart = useChart(groupId)
  return chart?.has_accounts ? <AccountingLines key={chart.id} form={form} chart={chart} lastCheck={lastCheck} /> : null
}
