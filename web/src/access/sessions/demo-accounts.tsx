import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'

interface DemoAccountsProps {
  onChoose(account: { email: string; password: string }): void
}

/** A walk through the demo in five steps, each as one of the accounts. */
const walk = [
  'As approver@lakeside.example, open Pending Approvals and approve the first request.',
  'As approver@lakeside.example, search for Great Lake Auto Part in All Requests: a forged invoice, compared with the real one and rejected.',
  'As processor@lakeside.example, open Print and print a check, and record the result. Then, as approver@lakeside.example, open Sign and confirm the signature.',
  'As admin@lakeside.example, open Clearing and resolve a payment that the bank made by mistake.',
  'As admin@lakeside.example, open Audit Trail and verify that no record was changed unnoticed.',
]

/**
 * Explains that the data is fictitious, and logs in as one of the demo's users with one click (C1). Renders nothing in
 * a real installation.
 */
export function DemoAccounts({ onChoose }: DemoAccountsProps) {
  const api = useApi()
  const { data: accounts = [] } = useQuery({
    queryKey: ['sessions', 'demo-accounts'],
    queryFn: read(api, sessionEndpoints.demoAccounts, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby="demo-title" className="grid gap-3 border-t border-line pt-4">
      <div className="flex gap-2.5 rounded-md bg-yellow-soft p-3 text-yellow">
        <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
        <p>
          <strong id="demo-title">This is demo data.</strong> No real payments are made. Click an account to log in.
        </p>
      </div>
      <ul className="grid gap-px">
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              className="grid w-full rounded-md px-2 py-1.5 text-start hover:bg-sunken"
              onClick={() => onChoose(account)}
            >
              <span className="font-medium break-all">{account.email}</span>
              <span className="text-[0.8125rem] text-ink-soft">{account.description}</span>
            </button>
          </li>
        ))}
      </ul>
      <h2 className="font-semibold">Try This</h2>
      <ol className="grid list-decimal gap-1 ps-5">
        {walk.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
