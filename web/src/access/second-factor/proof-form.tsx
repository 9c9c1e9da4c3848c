import type {
  FreshProof,
  ProofWay,
  RequestOptions,
  SignInProof,
} from '@check-requests/domain/access/second-factor/fields.ts'
import { KeyRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageOf } from '#platform/api-failure.ts'
import { hasPasskeys } from '#platform/browser-features.ts'
import { askForPasskey } from '#platform/passkeys.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/form/field.tsx'

interface ProofFormProps {
  ways: readonly ProofWay[]
  /** The browser's options for a passkey prompt. */
  options(): Promise<RequestOptions>
  /** Sends the proof; rejects with the reason for a refusal. */
  prove(proof: SignInProof | FreshProof): Promise<unknown>
  /** Buttons next to the submit button. */
  buttons: ReactNode
}

/** Asks for a proof of identity in one of the ways available to the user. */
export function ProofForm({ ways, options, prove, buttons }: ProofFormProps) {
  const [recovering, setRecovering] = useState(false)
  const { pending, refusal, give } = useProof(prove)
  const [passkey, code, recovery] = [
    hasPasskeys && ways.includes('passkey'),
    ways.includes('code'),
    ways.includes('recovery-code'),
  ]
  const typed = typedWay({ isRecovering: recovering || (!passkey && !code), hasPassword: ways.includes('password') })
  return (
    <div className="grid gap-4">
      {passkey && (
        <div className="grid gap-1.5">
          <Button
            autoFocus
            pending={pending === 'passkey'}
            onClick={() =>
              void give('passkey', async () => ({ way: 'passkey', response: await askForPasskey(await options()) }))
            }
          >
            <KeyRound aria-hidden className="size-4" />
            Use a Passkey
          </Button>
          <Refusal text={refusal?.way === 'passkey' ? refusal.text : undefined} />
        </div>
      )}
      {(code || typed !== 'code') && (
        <CodeForm
          key={typed}
          way={typed}
          autoFocus={!passkey || recovering}
          pending={pending === typed}
          refusal={refusal?.way === typed ? refusal.text : undefined}
          onSubmit={(text) =>
            void give(typed, async () =>
              typed === 'password' ? { way: typed, password: text } : { way: typed, code: text },
            )
          }
          buttons={buttons}
        />
      )}
      {!code && typed === 'code' && <div className="flex flex-wrap justify-end gap-2">{buttons}</div>}
      {recovery && typed === 'code' && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setRecovering(true)}>
          Use a Recovery Code Instead
        </Button>
      )}
    </div>
  )
}

/** The kind of proof to type: the password if passwords are accepted, otherwise a recovery code or the app's code. */
function typedWay({ isRecovering, hasPassword }: { isRecovering: boolean; hasPassword: boolean }) {
  if (hasPassword) return 'password'
  return isRecovering ? 'recovery-code' : 'code'
}

function Refusal({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="text-danger">
      {text}
    </p>
  )
}

/** Sends one proof at a time and keeps the reason for the last refusal. */
function useProof(prove: ProofFormProps['prove']) {
  const [pending, setPending] = useState<ProofWay>()
  const [refusal, setRefusal] = useState<{ way: ProofWay; text: string }>()
  async function give(way: ProofWay, proof: () => Promise<SignInProof | FreshProof>) {
    if (pending) return
    setPending(way)
    setRefusal(undefined)
    try {
      await prove(await proof())
    } catch (error) {
      setRefusal({ way, text: messageOf(error) })
    }
    setPending(undefined)
  }
  return { pending, refusal, give }
}

const kinds = {
  code: {
    label: 'Code from Your Authenticator App',
    none: 'Enter the code.',
    name: 'code',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: 60,
  },
  'recovery-code': {
    label: 'Recovery Code',
    none: 'Enter the code.',
    name: 'code',
    inputMode: 'text',
    autoComplete: 'off',
    maxLength: 60,
  },
  password: {
    label: 'Password',
    none: 'Enter your password.',
    name: 'password',
    type: 'password',
    autoComplete: 'current-password',
    maxLength: 1000,
  },
} as const

interface CodeFormProps {
  way: keyof typeof kinds
  autoFocus: boolean
  pending: boolean
  /** Why the server refused the last proof. */
  refusal: string | undefined
  onSubmit(code: string): void
  buttons: ReactNode
}

/** A field for a code or the password. */
function CodeForm({ way, autoFocus, pending, refusal, onSubmit, buttons }: CodeFormProps) {
  const { label, none, ...input } = kinds[way]
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    // In React, events from a dialog bubble to the form that contains it.
    event.stopPropagation()
    setMissing(code.trim() === '')
    if (code.trim() !== '') onSubmit(code)
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field label={label} error={missing ? none : refusal}>
        <Input
          {...input}
          spellCheck={false}
          autoFocus={autoFocus}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        {buttons}
        <Button type="submit" variant="primary" pending={pending}>
          Confirm
        </Button>
      </div>
    </form>
  )
}
