import { domainOf } from '@check-requests/domain/access/identity-providers/rules.ts'
import { FlaskConical } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { useDemoAccounts } from '#access/sessions/api.ts'
import { useSession, useSessionActions } from '#access/sessions/session-provider.tsx'
import type { Ending } from '#access/sessions/session-state.ts'
import type { NeededProof } from '#platform/api-failure.ts'
import { hasPasskeys } from '#platform/browser-features.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { optional } from '#ui/optional.tsx'

const SecondStep = lazy(async () => ({ default: (await import('#access/sessions/second-step.tsx')).SecondStep }))

// Loaded separately. Its space is reserved so that the content below doesn't move.
const PasskeyLogin = optional(async () => (await import('#access/sessions/passkey-login.tsx')).PasskeyLogin)

/**
 * The login form: email and password, or a passkey. Users with a second factor get a second step after the password.
 */
export function LoginForm() {
  const [needed, setNeeded] = useState<NeededProof>()
  const [refusal, setRefusal] = useState<string>()
  function startAgain(reason?: string) {
    setRefusal(reason)
    setNeeded(undefined)
  }
  if (!needed) return <FirstStep refusal={refusal} onRefuse={setRefusal} onNeeded={setNeeded} />
  return (
    <Suspense>
      <SecondStep needed={needed} onStartAgain={startAgain} />
    </Suspense>
  )
}

interface FirstStepProps {
  refusal: string | undefined
  onRefuse(refusal: string | undefined): void
  onNeeded(needed: NeededProof): void
}

const ProviderOffer = lazy(async () => ({
  default: (await import('#access/sessions/provider-offer.tsx')).ProviderOffer,
}))
const ProviderReturn = lazy(async () => ({
  default: (await import('#access/sessions/provider-return.tsx')).ProviderReturn,
}))

/**
 * Email and password, validated by the browser (R156). Kept small because this step is on the first page that loads.
 */
function FirstStep({ refusal, onRefuse, onNeeded }: FirstStepProps) {
  const { logIn } = useSessionActions()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState(false)
  const refusalId = useId()
  const [left, setLeft] = useState('')
  const [returned] = useState(() => new URLSearchParams(location.search).has('state'))
  const domain = domainOf(left)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    setPending(true)
    const unfinished = await logIn(email, password)
    setPending(false)
    onRefuse(unfinished && 'refusal' in unfinished ? unfinished.refusal : undefined)
    if (unfinished && 'needed' in unfinished) onNeeded(unfinished.needed)
  }

  return (
    <>
      <SignedOut />
      <Suspense>{returned && <ProviderReturn />}</Suspense>
      <form className="grid gap-4" onSubmit={submit} aria-describedby={refusal && refusalId}>
        <Field label="Email">
          <Input
            type="email"
            name="email"
            autoComplete="username webauthn"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            onBlur={() => setLeft(email)}
          />
        </Field>
        <Field label="Password">
          <Input
            type="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {refusal && (
          <p id={refusalId} className="text-danger">
            {refusal}
          </p>
        )}
        <Button type="submit" variant="primary" pending={pending}>
          {pending ? 'Logging in...' : 'Log in'}
        </Button>
      </form>
      <Suspense>
        <ProviderOffer email={left} domain={domain} />
      </Suspense>
      {hasPasskeys && (
        <div className="grid min-h-9">
          <PasskeyLogin onRefuse={onRefuse} />
        </div>
      )}
      <DemoAccounts
        onChoose={(account) => {
          setEmail(account.email)
          setPassword(account.password)
        }}
      />
    </>
  )
}

const endings: Record<Ending, string> = {
  expired: 'You were inactive for too long.',
  ended: 'Your session was ended on another device or by an admin, or your password or roles were changed.',
}

/** Explains to a user who didn't log out why they have to log in. */
function SignedOut() {
  const session = useSession()
  if (session.status !== 'signed-out' || !session.ending) return null
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2">
      <strong className="font-semibold">You were signed out.</strong> {endings[session.ending]} Log in to continue.
    </p>
  )
}

interface DemoAccountsProps {
  onChoose(account: { email: string; password: string }): void
}

/**
 * Explains that the data is fictitious, and fills in the login form with one click (C1). Renders nothing in a real
 * installation.
 */
function DemoAccounts({ onChoose }: DemoAccountsProps) {
  const { data: accounts = [] } = useDemoAccounts()
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby="demo-title" className="grid gap-3 border-t border-line pt-4">
      <div className="flex gap-2.5 rounded-md bg-yellow-soft p-3 text-yellow">
        <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
        <p>
          <strong id="demo-title">This is demo data.</strong> No real payments are made. Choose an account to fill in
          the form.
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
