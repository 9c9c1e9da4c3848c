import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Check, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useSummary } from '#check-requests/api.ts'
import { hasPrinted } from '#dashboard/panel-parts.tsx'
import { useDealerGroups, useDealerships, useDepartments } from '#organization/api.ts'
import { paths } from '#paths.ts'
import { useUsers } from '#people/users/api.ts'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextLink } from '#ui/link-button.tsx'

const dismissedKey = 'set-up-dismissed'

interface Item {
  readonly label: string
  readonly to: string
  readonly search?: Record<string, string>
  /** Undefined while unknown. */
  readonly isDone: boolean | undefined
}

/**
 * What a new installation still needs. The facts decide what is done. It ends with the first printed check, or when
 * dismissed in this browser.
 */
export function Checklist() {
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey) === 'yes')
  const items = useItems()
  if (isDismissed || items.every(({ isDone }) => isDone)) return null
  const done = items.filter(({ isDone }) => isDone).length
  return (
    <Card
      title="Finish Setting Up"
      description={`${done} of ${items.length} done`}
      actions={
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            localStorage.setItem(dismissedKey, 'yes')
            setDismissed(true)
          }}
        >
          Dismiss Checklist
        </Button>
      }
    >
      <ol className="grid divide-y divide-line">
        {items.map(({ label, to, search, isDone }) => (
          <li key={label} className="flex items-center gap-2 py-2 first:pt-0 last:pb-0">
            {isDone ? (
              <Check aria-hidden className="size-4 shrink-0 text-good" />
            ) : (
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft" />
            )}
            <TextLink to={to} search={search}>
              {label}
            </TextLink>
            {isDone && <span className="text-ink-soft">Done</span>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function useItems(): Item[] {
  const api = useApi()
  const group = useDealerGroups().data?.[0]
  const params = { id: group?.id ?? 0 }
  const enabled = group !== undefined
  const dealerships = useDealerships().data
  const departments = useDepartments().data
  const users = useUsers().data
  const summary = useSummary().data
  const { data: payees } = useQuery({
    queryKey: ['organisation', 'payee-settings', params.id, 'for-menu'],
    queryFn: read(api, payeeEndpoints.settings, { params }),
    enabled,
  })
  const { data: accounts } = useQuery({
    queryKey: ['organisation', 'set-up-accounts'],
    queryFn: read(api, bankingEndpoints.list, {}),
  })
  const { data: policies } = useQuery({
    queryKey: ['organisation', 'set-up-policies', params.id],
    queryFn: read(api, approvalEndpoints.versions, { params }),
    enabled,
  })
  const has = (role: number) => users?.some(({ active, role_ids }) => active && role_ids.includes(role))
  return [
    { label: 'Add a dealership', to: paths.dealerships, isDone: dealerships && dealerships.length > 0 },
    { label: 'Add its departments', to: paths.departments, isDone: departments && departments.length > 0 },
    { label: 'Invite a requester, an approver, and a processor', to: paths.users, isDone: has(2) && has(3) && has(4) },
    {
      label: 'Turn on the payee list',
      to: paths.settings,
      search: { show: 'payee-settings' },
      isDone: payees && payees.payee_list === 'on',
    },
    { label: 'Propose a bank account', to: paths.proposeAccount, isDone: accounts && accounts.length > 0 },
    { label: 'Publish an approval policy', to: paths.approvals, isDone: policies && policies.length > 0 },
    { label: 'Raise the first request', to: paths.newCheckRequest, isDone: summary && summary.total > 0 },
    { label: 'Print a test page and the first check', to: paths.printChecks, isDone: summary && hasPrinted(summary) },
  ]
}
