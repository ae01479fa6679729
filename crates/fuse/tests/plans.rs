//! Programs in text form and the plans made of them: each file of `plans/` holds one of each, separated by a line
//! `---`.
//!
//! `UPDATE=1 cargo test -p cuprust-fuse` writes the plans anew; read the difference before you commit it.

use std::fs;
use std::path::Path;

use cuprust_fuse::{Options, plan};
use cuprust_ir::Program;

#[test]
fn plans_are_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plans");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let (program, expected) = text.split_once("---\n").unwrap_or((&text, ""));
        let made = plan(&program.parse::<Program>().unwrap(), Options::default()).unwrap().to_string();
        if made == expected {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, format!("{program}---\n{made}")).unwrap();
        } else {
            wrong.push(format!("{}:\n{made}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "these plans are made now:\n{}", wrong.join("\n"));
}

#[test]
fn without_fusion_every_instruction_is_a_kernel_of_its_own() {
    let text = include_str!("plans/chain.txt");
    let program: Program = text.split_once("---").unwrap().0.parse().unwrap();
    let alone = plan(
        &program,
        Options { fusion: false, copy_on_write: false, products: false, parts: false, unroll: false, recompute: None },
    )
    .unwrap();
    let kernels = alone.steps.iter().filter(|step| matches!(step, cuprust_ir::Step::Kernel(_))).count();
    assert_eq!(kernels, 3);
}
