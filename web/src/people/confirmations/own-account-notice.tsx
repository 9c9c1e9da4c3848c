import { useConfirmations } from '#people/confirmations/api.ts'
import { optional } from '#ui/optional.tsx'

const OwnAccountWaiting = optional(
  async () => (await import('#people/confirmations/own-account-waiting.tsx')).OwnAccountWaiting,
)

/** Tells somebody on every screen that their account waits. Most people never need what it says. */
export function OwnAccountNotice() {
  const own = useConfirmations().data?.own
  return own && !own.in_effect && <OwnAccountWaiting own={own} />
}
