/** Every page with its address and its code. The first route that matches is shown. */
import type { Route } from './lib/route';

export const ROUTES: readonly Route[] = [
  { path: '/', load: () => import('./pages/home/Home.svelte') },

  { path: '/study', load: () => import('./pages/study/Study.svelte'), needs: 'study' },
  { path: '/study/:session', load: () => import('./pages/study/Session.svelte'), needs: 'study' },
  { path: '/quiz/:attempt', load: () => import('./pages/quiz/Quiz.svelte'), needs: 'study' },
  { path: '/cards', load: () => import('./pages/cards/Cards.svelte'), needs: 'study' },
  { path: '/library', load: () => import('./pages/library/Library.svelte'), needs: 'study' },

  { path: '/bank', load: () => import('./pages/bank/Bank.svelte'), needs: 'bank' },
  { path: '/bank/analyse', load: () => import('./pages/bank/Analyse.svelte'), needs: 'analyse' },
  { path: '/bank/:item', load: () => import('./pages/bank/Item.svelte'), needs: 'bank' },
  { path: '/bank/:item/edit', load: () => import('./pages/bank/Edit.svelte'), needs: 'bank' },
  { path: '/bank/:item/versions/:version', load: () => import('./pages/bank/Version.svelte'), needs: 'bank' },

  { path: '/forge', load: () => import('./pages/forge/Forge.svelte'), needs: 'forge' },
  { path: '/forge/verify', load: () => import('./pages/forge/Verify.svelte'), needs: 'forge' },
  { path: '/forge/:run', load: () => import('./pages/forge/ForgeRun.svelte'), needs: 'forge' },
  { path: '/forge/:run/:slot', load: () => import('./pages/forge/Outcome.svelte'), needs: 'forge' },

  { path: '/author', load: () => import('./pages/author/Author.svelte'), needs: 'author' },
  { path: '/author/check', load: () => import('./pages/author/CheckFiles.svelte'), needs: 'author' },
  { path: '/author/:run', load: () => import('./pages/author/Batch.svelte'), needs: 'author' },

  { path: '/reviews', load: () => import('./pages/reviews/Reviews.svelte') },
  { path: '/reviews/:run/:name', load: () => import('./pages/reviews/Review.svelte') },

  { path: '/runs', load: () => import('./pages/runs/Runs.svelte') },
  { path: '/runs/:run', load: () => import('./pages/runs/Run.svelte') },
  { path: '/runs/:run/steps/:n', load: () => import('./pages/runs/Step.svelte') },
  { path: '/runs/:run/diff/:other', load: () => import('./pages/runs/Diff.svelte') },

  { path: '/settings', load: () => import('./pages/settings/Settings.svelte'), needs: 'settings' },

  { path: '/login', load: () => import('./pages/account/Login.svelte'), isBare: true },
  { path: '/setup', load: () => import('./pages/account/Setup.svelte'), isBare: true },
  { path: '/reset', load: () => import('./pages/account/Reset.svelte'), isBare: true },
  { path: '/account', load: () => import('./pages/account/Account.svelte') },
  { path: '/people', load: () => import('./pages/people/People.svelte'), needs: 'accounts' },
];
