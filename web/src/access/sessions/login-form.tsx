import { domainOf } from '@check-requests/domain/access/identity-providers/rules.ts'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { useSession, useSessionActions } from '#access/sessions/session-provider.tsx'
import type { Ending } from '#access/sessions/session-state.ts'
import type { NeededProof } from '#platform/api-failure.ts'
import { hasPasskeys } from '#platform/browser-features.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { optional } from '#ui/optional.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The email address of the user who is about to log in. */
    email?: string
  }
}

const SecondStep = lazy(async () => ({ default: (await import('#access/sessions/second-step.tsx')).SecondStep }))

// Loaded separately. Its space is reserved so that the content below doesn't move.
const PasskeyLogin = optional(async () => (await import('#access/sessions/passkey-login.tsx')).PasskeyLogin)

const DemoAccounts = optional(async () => (await import('#access/sessions/demo-accounts.tsx')).DemoAccounts)

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
  const { email: given = '' } = useLocation().state
  const [email, setEmail] = useState(given)
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState(false)
  const refusalId = useId()
  const [left, setLeft] = useState('')
  const [returned] = useState(() => new URLSearchParams(location.search).has('state'))
  const domain = domainOf(left)

  function submit(event: FormEvent) {
    event.preventDefault()
    void begin(email, password)
  }

  async function begin(address: string, secret: string) {
    if (pending) return
    setPending(true)
    const unfinished = await logIn(address, secret)
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
          void begin(account.email, account.password)
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
