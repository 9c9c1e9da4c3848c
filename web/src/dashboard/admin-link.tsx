import { useRouter } from '@tanstack/react-router'
import { LinkButton } from '#ui/link-button.tsx'

/** A link to an administration screen, where this installation has it. */
export function AdminLink({ to, children }: { to: string; children: string }) {
  const { routesByPath } = useRouter()
  if (!(to in routesByPath)) return null
  return (
    <LinkButton to={to} variant="secondary" size="sm">
      {children}
    </LinkButton>
  )
}
