//! Prints every row, one on each line, separated by tabs: chapter, name, aliases, rule, inputs, outputs, dtypes, CUDA
//! texts, identity.

use cuprust_num::DType;
use cuprust_ops::{Slot, rows::CHAPTERS};

fn main() {
    for (chapter, rows) in CHAPTERS {
        for row in *rows {
            let slots = |slots: &[Slot]| slots.iter().map(|slot| format!("{slot:?}")).collect::<Vec<_>>().join(" ");
            let dtypes: Vec<&str> = row.dtypes.iter().copied().map(DType::name).collect();
            println!(
                "{chapter}\t{}\t{}\t{:?}\t{}\t{}\t{}\t{}\t{:?}",
                row.name,
                row.aliases.join(" "),
                row.rule,
                slots(row.inputs),
                slots(row.outputs),
                dtypes.join(" "),
                row.cuda.join(" ;; "),
                row.identity,
            );
        }
    }
}
