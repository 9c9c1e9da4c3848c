import { domainOf } from '@check-requests/domain/identity-providers/rules.ts'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { DemoAccounts } from '#sessions/demo-accounts.tsx'
import { useSession, useSessionActions } from '#sessions/session-provider.tsx'
import type { Ending } from '#sessions/session-state.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

const ProviderOffer = lazy(async () => ({ default: (await import('#sessions/provider-offer.tsx')).ProviderOffer }))
const ProviderReturn = lazy(async () => ({ default: (await import('#sessions/provider-return.tsx')).ProviderReturn }))

/** Email and password, checked by the browser itself (R156). Kept small: it is the first thing that anybody loads. */
export function LoginForm() {
  const { logIn } = useSessionActions()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const refusalId = useId()
  const [left, setLeft] = useState('')
  const [returned] = useState(() => new URLSearchParams(location.search).has('state'))
  const domain = domainOf(left)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    setPending(true)
    setRefusal(await logIn(email, password))
    setPending(false)
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
            autoComplete="username"
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
      <Suspense>{domain && <ProviderOffer email={left} domain={domain} />}</Suspense>
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
  expired: 'Your session was not used for too long.',
  ended: 'Your session was ended on another device or by an admin, or your password or roles were changed.',
}

/** Says to somebody who did not log out why they have to log in. */
function SignedOut() {
  const session = useSession()
  if (session.status !== 'signed-out' || !session.ending) return null
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2">
      <strong className="font-semibold">You were signed out.</strong> {endings[session.ending]} Log in to go on where
      you were.
    </p>
  )
}
