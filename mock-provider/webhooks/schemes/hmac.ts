import { hmacScheme, secretByTerms } from "../hmac-signing.js";

/** Written out in the contract: header, algorithm, encoding, prefix and what is signed. */
export default hmacScheme("hmac", secretByTerms);
