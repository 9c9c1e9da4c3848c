import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Input } from '#ui/input.tsx'

/** A password that can be made visible, for those who choose one for somebody else. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input type={shown ? 'text' : 'password'} spellCheck={false} className="pe-10" {...props} />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        disabled={props.disabled}
        className="absolute inset-y-0 end-1 my-auto grid size-7 place-items-center rounded-sm text-ink-soft hover:text-ink"
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  )
}
