/** Koa and its router: the provider's port and the control port both stand on them. */
export { default as Koa, type Context, type Middleware, type Next } from "koa";
export { default as Router } from "@koa/router";
