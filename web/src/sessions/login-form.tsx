import { type FormEvent, useId, useState } from 'react'
import { DemoAccounts } from '#sessions/demo-accounts.tsx'
import { useSessionActions } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

/** Email and password, checked by the browser itself (R156). Kept small: it is the first thing that anybody loads. */
export function LoginForm() {
  const { logIn } = useSessionActions()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const refusalId = useId()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    setPending(true)
    setRefusal(await logIn(email, password))
    setPending(false)
  }

  return (
    <>
      <form className="grid gap-4" onSubmit={submit} aria-describedby={refusal && refusalId}>
        <Field label="Email">
          <Input
            type="email"
            name="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
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
      <DemoAccounts
        onChoose={(account) => {
          setEmail(account.email)
          setPassword(account.password)
        }}
      />
    </>
  )
}
