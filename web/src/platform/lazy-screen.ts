import { type ComponentType, createElement, use } from 'react'

/** The error if the code of a screen fails to load because the server can't be reached or has been updated. */
export class ScreenNotLoaded extends Error {
  /** Discards the failed attempt so that the code can be loaded again. */
  readonly forget: () => void

  constructor(forget: () => void) {
    super('Couldn’t load this screen')
    this.forget = forget
  }
}

/**
 * A screen whose code is preloaded on hover or focus. If the code fails to load, an error is shown in place of the
 * screen, without a reload.
 */
export function lazyScreen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let loading: Promise<ComponentType> | undefined
  const forget = () => {
    loading = undefined
  }
  const get = () => {
    loading ??= load().then(
      (module) => module[name],
      () => Promise.reject(new ScreenNotLoaded(forget)),
    )
    return loading
  }
  function LazyScreen() {
    return createElement(use(get()))
  }
  // A failed preload is retried when the screen opens, because the server may be back by then.
  return Object.assign(LazyScreen, { preload: () => get().then(ignore, forget) })
}

function ignore(): void {}
