import { type ComponentType, lazy, Suspense, useState } from 'react'

/**
 * A component that the screen can do without: it renders nothing until its code has loaded, or if that fails. It is
 * retried when next shown, so that it isn't missing after the server is back.
 */
export function optional<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch {
        loaded = begin()
        return { default: Nothing as ComponentType<Props> }
      }
    })
  let loaded = begin()
  return function Optional(props) {
    const [Loaded] = useState(() => loaded)
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
