//! Functions that a host language computes, because they take or give its objects.

use super::declare::functions;

functions! {
    in "cuprust";
}
