import { type ComponentProps, useRef } from 'react'
import { Input } from '#ui/input.tsx'

interface FormedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'form' | 'onBlur'> {
  value: string
  onChange(value: string): void
  onBlur?: (() => void) | undefined
  /** The text as it is written, from what is typed so far. */
  write(text: string): string
  /** Only the whole text can be written, when the field is left: a name that is typed is not a code yet. */
  whole?: boolean | undefined
}

/** A line of text that takes its form while it is typed. What is changed in the middle takes it when it is left. */
export function FormedInput({ value, onChange, onBlur, write, whole = false, ...rest }: FormedInputProps) {
  const isTyped = useRef(false)
  return (
    <Input
      {...rest}
      autoComplete="off"
      value={value}
      onChange={({ target }) => {
        isTyped.current = true
        const grows = target.value.length > value.length && target.selectionStart === target.value.length
        onChange(grows && !whole ? write(target.value) : target.value)
      }}
      onBlur={() => {
        if (isTyped.current && write(value) !== value) onChange(write(value))
        onBlur?.()
      }}
    />
  )
}
