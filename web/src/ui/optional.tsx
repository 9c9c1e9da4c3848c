import { type ComponentType, lazy, Suspense } from 'react'

/** A component that the screen can do without: it shows nothing until its code has loaded, or if that fails. */
export function optional<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }))
  return function Optional(props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

function Nothing() {
  return null
}
