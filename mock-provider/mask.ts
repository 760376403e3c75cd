export { mask } from "../src/core/mask.js";
