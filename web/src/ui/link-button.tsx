import { Link, type LinkProps } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from '#ui/button.tsx'

interface AppLinkProps {
  to: string
  search?: Record<string, unknown> | undefined
  hash?: string | undefined
  state?: LinkProps['state'] | undefined
  className?: string | undefined
  children: ReactNode
  'aria-label'?: string | undefined
  title?: string | undefined
}

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size,
  className,
  ...rest
}: AppLinkProps & { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined }) {
  return <Link className={buttonClass(variant, size, className)} {...(rest as LinkProps)} />
}

export const textLinkClass = 'rounded-sm font-medium text-accent underline-offset-2 hover:underline'

/** A link inside text or a table. */
export function TextLink({ className, ...rest }: AppLinkProps) {
  return <Link className={clsx(textLinkClass, className)} {...(rest as LinkProps)} />
}

/** A link that opens in a new tab, so that the current page stays open. */
export function NewTabLink({ children, ...rest }: Pick<AppLinkProps, 'to' | 'search' | 'children'>) {
  return (
    <Link
      target="_blank"
      rel="noopener"
      className={clsx('inline-flex min-h-6 items-center gap-1', textLinkClass)}
      {...(rest as LinkProps)}
    >
      {children}
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </Link>
  )
}
