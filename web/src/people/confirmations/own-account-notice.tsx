import { useConfirmations } from '#people/confirmations/api.ts'
import { optional } from '#ui/optional.tsx'

const OwnAccountWaiting = optional(
  async () => (await import('#people/confirmations/own-account-waiting.tsx')).OwnAccountWaiting,
)

/** A note on every screen about the user's own pending account. Loaded lazily, because most users never need it. */
export function OwnAccountNotice() {
  const own = useConfirmations().data?.own
  return own && !own.in_effect && <OwnAccountWaiting own={own} />
}
