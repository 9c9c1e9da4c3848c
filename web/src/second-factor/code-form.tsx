import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

const kinds = {
  code: {
    label: 'Code from your authenticator app',
    none: 'Enter the code',
    name: 'code',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: 60,
  },
  'recovery-code': {
    label: 'Recovery code',
    none: 'Enter the code',
    name: 'code',
    inputMode: 'text',
    autoComplete: 'off',
    maxLength: 60,
  },
  password: {
    label: 'Password',
    none: 'Enter your password',
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
  /** Why the server did not take the last one. */
  refusal: string | undefined
  onSubmit(code: string): void
  buttons: ReactNode
}

/** One code or the password, typed. */
export function CodeForm({ way, autoFocus, pending, refusal, onSubmit, buttons }: CodeFormProps) {
  const { label, none, ...input } = kinds[way]
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    // A dialog over a form is inside it for React.
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
