import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import { Spinner } from '#ui/feedback/spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'sm' | 'icon' | 'small-icon'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-sunken',
  ghost: 'border-transparent text-ink hover:bg-sunken',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-strong',
}

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-9 px-3.5 pointer-coarse:min-h-11',
  sm: 'min-h-7 px-2.5 text-[0.8125rem] pointer-coarse:min-h-9',
  icon: 'size-9 justify-center pointer-coarse:size-11',
  'small-icon': 'size-7 justify-center pointer-coarse:size-9',
}

/** The classes of a button, also for links and triggers that look like buttons. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'md', className?: string): string {
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-70',
    variants[variant],
    sizes[size],
    className,
  )
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** True while a call is in progress: shows a spinner and ignores clicks, but keeps the focus. */
  pending?: boolean | undefined
}

export function Button({ variant, size, pending = false, className, children, onClick, ...rest }: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      className={buttonClass(variant, size, className)}
      aria-disabled={pending || undefined}
      onClick={click}
      {...rest}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
