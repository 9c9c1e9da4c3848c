import { FlaskConical } from 'lucide-react'
import { useDemoAccounts } from '#sessions/api.ts'

interface DemoAccountsProps {
  onChoose(account: { email: string; password: string }): void
}

/** Says that the data is made up, and fills in the login form with one click (C1). Empty in a real installation. */
export function DemoAccounts({ onChoose }: DemoAccountsProps) {
  const { data: accounts = [] } = useDemoAccounts()
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby="demo-title" className="grid gap-3 border-t border-line pt-4">
      <div className="flex gap-2.5 rounded-md bg-yellow-soft p-3 text-yellow">
        <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
        <p>
          <strong id="demo-title">This is demo data.</strong> Nobody real is paid here. Choose an account to fill in the
          form.
        </p>
      </div>
      <ul className="grid max-h-72 gap-px overflow-y-auto">
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
    </section>
  )
}
