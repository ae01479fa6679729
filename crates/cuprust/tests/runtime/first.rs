//! The first programs: `a + b` and what is made of it, through every floor.

use cuprust::ops::{REDUCTIONS, RowId};
use cuprust::ufunc::{binary, binary_scalar};
use cuprust::{Array, Device, ReduceOptions, Result, Value, ufunc};

fn row(name: &str) -> RowId {
    RowId::find(name).expect("the row exists")
}

#[test]
fn small_and_large_sums() -> Result<()> {
    let cpu = Device::cpu();
    for n in [1i64, 5, 100, 4096, 4097, 100_000] {
        let values: Vec<f64> = (0..n).map(|i| i as f64).collect();
        let a = Array::from_slice(&values, [n], cpu)?;
        let b = binary(row("add"), &a, &a)?;
        let c = binary_scalar(row("multiply"), &b, Value::Float(0.5), false)?;
        let d = binary(row("subtract"), &c, &a)?;
        assert_eq!(d.to_vec::<f64>()?, vec![0.0; n as usize]);
        let sum = REDUCTIONS.iter().find(|row| row.name == "sum").expect("sum exists");
        let total = ufunc::reduction::reduce(sum, &b, &ReduceOptions::default())?;
        assert_eq!(total.to_vec::<f64>()?, [(n * (n - 1)) as f64]);
    }
    Ok(())
}

#[test]
fn a_copy_keeps_what_its_source_loses() -> Result<()> {
    let a = Array::from_slice(&[1i64, 2, 3, 4, 5], [5], Device::cpu())?;
    let copy = a.copy()?;
    let b = binary(row("add"), &copy, &a)?;
    a.fill(cuprust::Scalar::new(7i64))?;
    assert_eq!(b.to_vec::<i64>()?, [2, 4, 6, 8, 10]);
    assert_eq!(copy.to_vec::<i64>()?, [1, 2, 3, 4, 5]);
    assert_eq!(a.to_vec::<i64>()?, [7; 5]);
    Ok(())
}
